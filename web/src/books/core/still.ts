/**
 * Whoever taps twice means once: for a moment `element` takes no tap, so that the second one presses nothing that has just come up under
 * the finger. As an action (`use:still`) on what a dialog holds, and called on what lies below when the dialog goes.
 */
const MOMENT_MS = 300;

export function still(element: HTMLElement): void {
  element.style.pointerEvents = 'none';
  setTimeout(() => (element.style.pointerEvents = ''), MOMENT_MS);
}
