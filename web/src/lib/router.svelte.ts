import type { Component } from 'svelte';
import { loadBookTexts } from './i18n.svelte';

type BookPage = 'sheets' | 'sheet' | 'tournaments' | 'tournament' | 'tournamenttable' | 'board';
export type PageName = 'home' | 'new' | 'table' | 'rules' | 'rulebook' | 'replay' | 'learn' | 'me' | 'fairness' | 'missing' | BookPage;
export type Params = Record<string, string>;
export type PageProps = { params: Params };
export type Route = { name: PageName; params: Params; path: string };

type Page = Component<PageProps>;
export type Loader = () => Promise<{ default: Page }>;

/** Each page is its own chunk, fetched when somebody goes there. */
const pages: Record<Exclude<PageName, BookPage>, Loader> = {
  home: () => import('../pages/Home.svelte'),
  new: () => import('../pages/New.svelte'),
  table: () => import('../pages/Table.svelte'),
  rules: () => import('../pages/Rules.svelte'),
  rulebook: () => import('../pages/Rulebook.svelte'),
  replay: () => import('../pages/Replay.svelte'),
  learn: () => import('../pages/Learn.svelte'),
  me: () => import('../pages/Me.svelte'),
  fairness: () => import('../pages/Fairness.svelte'),
  missing: () => import('../pages/Missing.svelte'),
};

function isBook(name: PageName): name is BookPage {
  return /^(sheet|tournament|board)/.test(name);
}

/** Pages of the books come with their texts. */
async function load(name: PageName): Promise<Page> {
  if (!isBook(name)) return (await pages[name]()).default;
  const { pages: books, texts } = await import('../books/routes');
  const [found] = await Promise.all([books[name](), loadBookTexts(texts)]);
  return found.default;
}

const patterns: [PageName, RegExp][] = [
  ['home', /^\/$/],
  ['new', /^\/new$/],
  ['table', /^\/t\/(?<code>[^/]+)$/],
  ['rules', /^\/rules$/],
  ['rulebook', /^\/rules\/(?<id>[^/]+)$/],
  ['replay', /^\/replay$/],
  ['learn', /^\/learn$/],
  ['me', /^\/me$/],
  ['fairness', /^\/fairness$/],
  ['sheets', /^\/sheets$/],
  ['sheet', /^\/sheet\/(?<id>[^/]+)$/],
  ['tournaments', /^\/tournaments$/],
  ['tournament', /^\/tournament\/(?<id>[^/]+)$/],
  ['tournamenttable', /^\/tournament\/(?<id>[^/]+)\/table\/(?<round>\d+)\/(?<table>\d+)$/],
  ['board', /^\/board\/(?<id>[^/]+)$/],
];

/** The page that a path means; a path that means none is `missing`. */
export function match(path: string): Route {
  const trimmed = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
  for (const [name, pattern] of patterns) {
    const found = pattern.exec(trimmed);
    if (found) return { name, params: decoded(found.groups ?? {}), path };
  }
  return { name: 'missing', params: {}, path };
}

function decoded(groups: Record<string, string>): Params {
  try {
    return Object.fromEntries(Object.entries(groups).map(([key, value]) => [key, decodeURIComponent(value)]));
  } catch {
    return groups; // a stray % in the address
  }
}

const inBrowser = typeof location !== 'undefined';
const loaded: Partial<Record<PageName, Page>> = {};

let shownRoute = $state.raw<Route>(match(inBrowser ? location.pathname : '/'));
let shownPage = $state.raw<Page>();
let wanted = 0;
let failedRoute = $state.raw<Route | null>(null);

/** Where somebody wanted to go whose page could not be fetched; null if the last one could. */
export function failed(): Route | null {
  return failedRoute;
}

/** The page on screen and its parameters. It changes once the page's code is there. */
export function route(): Route {
  return shownRoute;
}

/** The component of that page. */
export function current(): Page | undefined {
  return shownPage;
}

async function show(next: Route): Promise<void> {
  const mine = ++wanted;
  let page = loaded[next.name];
  if (!page) {
    try {
      page = await load(next.name);
    } catch (error) {
      console.error(error);
      if (mine === wanted) failedRoute = next;
      return;
    }
  }
  loaded[next.name] = page;
  if (mine !== wanted) return; // somebody has gone elsewhere meanwhile
  failedRoute = null;
  shownRoute = next;
  shownPage = page;
}

/** Fetch a page's code before somebody goes there. */
export function prefetch(name: PageName): void {
  if (!loaded[name]) load(name).then((page) => (loaded[name] = page), () => undefined);
}

/** For so many frames, some seconds, what a page shows may be on its way. */
const COMING = 300;

/** Note where one is on the page, to be there again after Back, Forward or a reload. */
function keepPlace(): void {
  history.replaceState({ y: scrollY }, '');
}

/** Go where one was, once the page is as long as it was then; who scrolls meanwhile is left alone. */
function toPlace(kept: unknown): void {
  const y = (kept as { y?: number } | null)?.y ?? 0;
  const mine = wanted;
  let left = COMING;
  const look = (): void => {
    if (mine !== wanted || scrollY > 0 || left-- === 0) return;
    if (document.documentElement.scrollHeight < y + innerHeight) requestAnimationFrame(look);
    else scrollTo(0, y);
  };
  scrollTo(0, 0);
  requestAnimationFrame(look);
}

/** Load the page of the address; to be awaited before the first drawing. */
export async function preload(): Promise<void> {
  // The browser looks for the place before there is anything.
  history.scrollRestoration = 'manual';
  addEventListener('scrollend', keepPlace);
  addEventListener('popstate', ({ state: kept }) => void show(match(location.pathname)).then(() => toPlace(kept)));
  document.addEventListener('click', follow);
  const kept: unknown = history.state;
  await show(match(location.pathname));
  toPlace(kept);
}

/** Go to a path of ours, with a new entry in the history unless `replace`. */
export async function go(path: string, { replace = false }: { replace?: boolean } = {}): Promise<void> {
  keepPlace();
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  await show(match(location.pathname));
  scrollTo(0, 0);
}

/** Whether the address ends in #part: a part of a page that is gone to like another page, and that Back leads out of. */
export function within(part: string): boolean {
  void route();
  return location.hash === `#${part}`;
}

/** The path of a page, for links: `href('table', { code })`. */
export function href(name: Exclude<PageName, 'missing'>, params: Params = {}): string {
  const code = (key: string) => encodeURIComponent(params[key] ?? '');
  if (name === 'home') return '/';
  if (name === 'table') return `/t/${code('code')}`;
  if (name === 'rulebook') return `/rules/${code('id')}`;
  if (name === 'tournamenttable') return `/tournament/${code('id')}/table/${code('round')}/${code('table')}`;
  if (name === 'sheet' || name === 'tournament' || name === 'board') return `/${name}/${code('id')}`;
  return `/${name}`;
}

/** Plain links within the site are followed without loading the page anew. */
function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest?.('a');
  if (!link || !link.href || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (/^\/(api|schema|healthz|metrics)(\/|$)/.test(link.pathname)) return;
  if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
  event.preventDefault();
  void go(link.pathname + link.search + link.hash);
}
