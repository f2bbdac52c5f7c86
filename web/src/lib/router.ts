/** Where one is: the path in the address bar, read as a page and its parameters. */
export { current, failed, go, href, prefetch, preload, route, within } from './router.svelte';
export type { PageName, PageProps, Params, Route } from './router.svelte';
