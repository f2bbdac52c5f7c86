// Keeps the frame of the page and the card pictures, and nothing of any table. FILES and VERSION are put in by the build.
const CACHE = `schafkopf-${VERSION}`;
const PATIENCE_MS = 2500;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith('schafkopf-') && name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

// A page says which cards it uses.
self.addEventListener('message', (event) => {
  const keep = Array.isArray(event.data?.keep) ? event.data.keep : [];
  const cards = keep.filter((path) => /^\/cards\/[\w-]+\.svg$/.test(path));
  event.waitUntil(caches.open(CACHE).then((cache) => Promise.all(cards.map((path) => kept(cache, path)))));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (!/^\/(api|schema|healthz|metrics)(\/|$)/.test(url.pathname)) event.respondWith(frame(request));
  } else if (/^\/(assets|cards)\//.test(url.pathname) || FILES.includes(url.pathname)) {
    event.respondWith(caches.open(CACHE).then((cache) => kept(cache, request)));
  }
});

async function kept(cache, request) {
  const found = await cache.match(request);
  if (found) return found;
  // The browser's own store may hold an older drawing of the same name: the server is asked whether it is still the same.
  const answer = await fetch(request, { cache: 'no-cache' });
  if (answer.ok && answer.type === 'basic') await cache.put(request, answer.clone());
  return answer;
}

// The server's page if it comes soon, else the one that was kept: what is new shall be seen, but nobody shall wait long.
async function frame(request) {
  const cache = await caches.open(CACHE);
  const fresh = fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  try {
    const answer = await Promise.race([fresh, late]);
    if (answer && answer.status < 500) return answer;
  } catch {
    // No line.
  }
  return (await cache.match('/')) ?? fresh;
}
