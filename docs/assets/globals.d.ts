// What the scripts of the site find: the words of the language, and the engine, both written by the generator.

type Seat = "south" | "east" | "north" | "west";

interface Words {
  lang: string;
  /** Title, text, address and basis of each clause. */
  clauses: Record<string, [string, string, string, string]>;
  readings: Record<string, string[]>;
  questions: Record<string, string>;
  /** The clause of each reason, and what it means. */
  reasons: Record<string, [string, string]>;
  /** Title, method and reason of each case that is no malformed request. */
  cases: Record<string, [string, string, string]>;
  seats: Record<string, string>;
  sides: Record<string, string>;
  suits: Record<string, string>;
  ranks: Record<string, string>;
  signs: Record<string, string>;
  words: Record<string, string>;
}

interface HandEvent {
  seat: Seat;
  card?: string;
  announce?: number;
  rank?: string;
  good?: true;
  show?: string[];
}

/** What the parts share: see cards.js. */
interface Site {
  parts: Record<string, (element: HTMLElement) => void>;
  say(name: string): string;
  /** A colon, as it is set in the language. */
  colon: string;
  root(): string;
  element(tag: string, attributes?: Record<string, string>, ...children: (Node | string)[]): HTMLElement;
  card(name: string, mark?: string): SVGSVGElement;
  /** A card to be clicked; what it is called, or what clicking it does, is said in words. */
  cardButton(name: string, act: () => void, mark?: string, words?: string): HTMLButtonElement;
  cardWords(name: string): string;
  cards(names: string[], mark?: (name: string) => string): HTMLElement;
  sorted(names: string[]): string[];
  table(seats: Partial<Record<Seat, Node>>, played: Partial<Record<Seat, string>>, roles: Partial<Record<Seat, string>>): HTMLElement;
  clause(name: string): HTMLElement;
}

interface Window {
  FK: Words;
  FKSite: Site;
  FortyKings: any;
}

