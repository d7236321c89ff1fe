import type { Connection } from "../net.js";
import type { Company } from "../party/company.js";
import type { View } from "../wire.js";
import type { Table } from "./screen.js";

/** What the table needs of the page around it. */
export interface House {
  net: Connection;
  draw: () => void;
  announce: (text: string) => void;
  ended: (table: Table) => void;
  /** The friends at this table; null at a table of one person. */
  company: () => Company | null;
  settingsDialog: (close: () => void) => unknown;
  rulesDialog: (view: View, close: () => void) => unknown;
}
