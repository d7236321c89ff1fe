// All that concerns parties, fetched when one is first wanted: people who play alone never need it.
import { Company } from "./company.js";
import { JoinPage, takeLink } from "./join_page.js";
import { Lobby } from "./lobby.js";
import { Room } from "./room.js";
import { StartPage } from "./start_page.js";

export { Company, JoinPage, Lobby, Room, StartPage, takeLink };
