/** What this browser keeps of score sheets and tournaments. */

/** Forget it, with what waits to be sent and the links one came by; as after one's data were deleted. */
export function forgetBooks(): void {
  try {
    for (const key of Object.keys(localStorage)) if (/^schafkopf\.(sheet|tournament)\./.test(key)) localStorage.removeItem(key);
    indexedDB.deleteDatabase('schafkopf-books');
  } catch {
    // There was nothing kept.
  }
}
