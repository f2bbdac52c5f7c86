/** A fresh random id of `bytes` bytes in base64url; works without a secure context, as on a local network. */
export function freshId(bytes = 16): string {
  const raw = crypto.getRandomValues(new Uint8Array(bytes));
  let text = '';
  for (const byte of raw) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
