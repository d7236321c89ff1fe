// The messages of docs/protocol.md as types; for the type checker alone, no browser loads this.
// tests/client/test_wire_types.py holds them to the server's own.

export type Suit = "clubs" | "diamonds" | "hearts" | "spades";
/** Rank and suit: `QS`, `TC`. */
export type Card = string;
export type Value = string | number | number[];
export type Standing = "as-written" | "variation" | "custom";

export interface Choice { bid?: number; play?: Card }
export interface Trick { seats: number[]; cards: Card[]; winner: number }
export interface Plan { sizes: number[]; trumps: string[]; low_wins: boolean }

export interface Round {
  number: number; size: number; dealer: number; seats: number[]; trump: Suit | null;
  turn_up: Card | null; is_extension: boolean; has_hook: boolean; hand: Card[];
  cards_left: number[]; bids: (number | null)[]; has_bid: boolean[]; taken: number[];
  leader: number | null; trick_seats: number[]; trick_cards: Card[]; trick_winner: number | null;
  tricks: Trick[]; barred_bid: number | null;
}
export interface RoundResult {
  number: number; size: number; dealer: number; trump: Suit | null; is_extension: boolean;
  bids: (number | null)[]; taken: number[]; points: number[];
}
export interface View {
  rulebook: { [axis: string]: Value }; standing: Standing; plan: Plan; seat: number | null; names: string[];
  phase: "nonces" | "dealer" | "deal" | "bidding" | "playing" | "over" | "abandoned";
  turn: number; to_act: number[]; legal: Choice[]; round: Round | null; totals: number[];
  results: RoundResult[]; first_dealer: number | null; draws: [number, Card][][];
  extensions_played: number; contenders: number[]; places: number[];
}

export type Event =
  | { event: "started"; rulebook: string; names: string[]; persons: number[]; commitment: string }
  | { event: "nonce-promised"; seat: number; commitment: string }
  | { event: "nonce-shown"; seat: number; nonce: string }
  | { event: "nonce-missed"; seat: number }
  | { event: "dealer"; dealer: number; draws: [number, Card][][] }
  | { event: "round"; number: number; size: number; dealer: number; seats: number[];
      trump: Suit | null; turn_up: Card | null; hand: Card[] | null }
  | { event: "bid"; seat: number; tricks: number }
  | { event: "bid-hidden"; seat: number }
  | { event: "bid-changed"; seat: number; tricks: number }
  | { event: "bids"; bids: (number | null)[] }
  | { event: "played"; seat: number; card: Card }
  | { event: "trick"; seat: number }
  | { event: "scored"; number: number; points: number[]; totals: number[] }
  | { event: "ended"; places: number[] }
  | { event: "abandoned" }
  | { event: "seed"; seed: string }
  | { event: "opened"; at: string }
  | { event: "settings"; turn_seconds: number | null; grace_seconds: number; stand_in: string }
  | { event: "sat"; seat: number; name: string; player: string }
  | { event: "cpu-took-over"; seat: number }
  | { event: "returned"; seat: number }
  | { event: "resigned"; seat: number }
  | { event: "deadline"; turn: number; at: number }
  | { event: "stand-in-wanted"; seat: number; by: number; is_wanted: boolean }
  | { event: "voted-out"; seat: number }
  | { event: "pause-wanted"; seat: number; is_wanted: boolean }
  | { event: "paused"; seconds_left: number | null }
  | { event: "resumed"; seat: number };

export interface Step { by: string; events: Event[] }
export interface ActedFor { number: number; round: number; by: "cpu" | "timeout"; card: Card | null }
export interface SeatStatus {
  player: string; is_present: boolean; has_stand_in: boolean; has_resigned: boolean;
  wanted_by: number[]; is_voted_out: boolean; acted_for: ActedFor[];
}
export interface Pause { is_paused: boolean; wanted_by: number[] }
export interface Shuffle {
  commitment: string; persons: number[]; promised: (string | null)[]; shown: (string | null)[];
  left_out: number[]; may_reveal: boolean; seed: string | null;
}
export interface Push {
  type: "push"; table: string; boot: string; push: number; number: number; did: Step[];
  view: View; seats: SeatStatus[]; shuffle: Shuffle; deadline: number | null; re: string | null;
  pause: Pause; watchers: number; party: string | null; idle_at: number | null;
}
export interface Refused {
  type: "refused"; re: string | null; table: string | null; code: string;
  params: { [name: string]: string | number }; sentence: string; now: Push | null;
}
export interface Closed { type: "closed"; table: string; code: string; sentence: string }
export interface Left { type: "left"; re: string; table: string }
export interface HintChoice { choice: Choice; make: number | null; points: number; is_best: boolean }
export interface HintGiven {
  type: "hint"; re: string; table: string; turn: number; level: string; choices: HintChoice[];
}
export interface Welcome {
  type: "welcome"; protocol: number; version: string; boot: string; now: number;
  longest_name: number;
}
export interface Pong { type: "pong"; re: string; now: number }
export interface TableSummary {
  table: string; opened: string; rulebook: string; preset: string; seat: number; names: string[];
  phase: View["phase"]; round: number; rounds: number; totals: number[]; places: number[];
  party: string | null; standing: Standing;
}
export interface PartySummary {
  party: string; opened: string; phase: PartyPhase; names: string[]; rulebook: string;
  preset: string; standing: Standing;
}
export interface Tables {
  type: "tables"; re: string; tables: TableSummary[]; parties: PartySummary[];
}
export interface Preset {
  name: string; label: string; line: string; source: string; fewest: number; most: number;
  rulebook: string;
}
export interface Level { level: string; label: string; line: string }
export interface Rulebooks {
  type: "rulebooks"; re: string; presets: Preset[]; levels: Level[]; rulebook: string;
  level: string;
}
export interface Option {
  value: string; label: string; line: string; refusal: string | null; is_by_source: boolean;
}
export interface Control {
  axis: string; label: string; line: string; value: string; is_changed: boolean; is_open: boolean;
  options: Option[];
}
export interface Line { text: string; is_item: boolean }
export interface Section { key: string; heading: string; lines: Line[] }
export interface ScoringExample {
  size: number; bid: number; tricks: number; points: number; sentence: string;
}
export interface Explained {
  type: "explained"; re: string; rulebook: string; preset: string; standing: Standing;
  standing_label: string; adjusted: string[]; controls: Control[]; plan: Plan; rounds: number;
  tricks: number; minutes: [number, number]; low_wins: boolean; examples: ScoringExample[];
  sections: Section[];
}

export type PartyPhase = "gathering" | "playing" | "closed";
export interface Member {
  member: number; name: string; seat: number; is_present: boolean; is_ready: boolean;
  away_since: number | null;
}
export interface Chair { seat: number; member: number | null; level: string }
export interface PartySettings {
  turn_seconds: number | null; grace_seconds: number; stand_in: string; may_watch: boolean;
}
export interface PartyGame {
  table: string; members: (number | null)[]; is_over: boolean; places: number[];
}
export interface Claim { claim: number; member: number; name: string; seat: number }
export interface PartyDid {
  what: string; member?: number; name?: string; seat?: number; by?: number;
}
export interface Party {
  type: "party"; party: string; boot: string; push: number; number: number; re: string | null;
  phase: PartyPhase; me: number | null; role: "host" | "member" | "watcher"; host: number;
  members: Member[]; chairs: Chair[]; rulebook: string; adjusted: string[];
  settings: PartySettings; table: string | null; games: PartyGame[]; watchers: number;
  claims: Claim[]; did: PartyDid[];
}
export interface InvitedChair {
  seat: number; name: string | null; level: string; is_present: boolean;
}
export interface Invitation {
  type: "invitation"; re: string; role: "player" | "watcher"; host_name: string; names: string[];
  chairs: InvitedChair[]; rulebook: string; phase: PartyPhase; is_full: boolean; watch_url: string | null;
  me: number | null; party: string | null;
}
export interface Invited {
  type: "invite"; re: string; party: string; url: string; qr: string[]; watch_url: string | null;
  watch_qr: string[]; reach: string;
}
export interface DeviceLinkGiven {
  type: "device-link"; re: string; url: string; qr: string[]; reach: string; seconds: number;
}
export interface Said {
  type: "said"; re: string | null; party: string; member: number; phrase: string; number: number;
}
export interface Poked {
  type: "poked"; re: string | null; party: string; member: number; by: number;
}
export interface Departed { type: "departed"; re: string | null; party: string; code: string }
export interface Claimed {
  type: "claimed"; re: string | null; party: string; seat: number; is_given: boolean | null;
}
export interface Redeemed {
  type: "redeemed"; re: string; party: string | null; table: string | null;
}
export type Outgoing =
  | Welcome | Pong | Tables | Rulebooks | Explained | Push | Refused | Closed | Left | HintGiven
  | Party | Invitation | Invited | DeviceLinkGiven | Said | Poked | Departed | Claimed | Redeemed;
/** What a client says; the connection adds the `id`. */
export type Saying = { type: string; [field: string]: unknown };
