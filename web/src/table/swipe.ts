/** A card is played by swiping it up, or by dragging it onto the table; only the first finger counts. */
import type { Attachment } from 'svelte/attachments';

/** How far up, in pixels, a card must be taken to be played; less brings it back. */
export const THRESHOLD = 48;
/** So little movement is a tap. */
const SLACK = 8;

export interface Swipe {
  play: () => void;
}

/** Whether what was moved so far means playing: up, and more up than sideways. */
export function isPlay(dx: number, dy: number): boolean {
  return -dy >= THRESHOLD && -dy >= Math.abs(dx) * 0.6;
}

export function swipe({ play }: Swipe): Attachment<HTMLElement> {
  return (element) => {
    let pointer: number | null = null;
    let startX = 0;
    let startY = 0;
    let moved = false;
    let lying: ReturnType<typeof setTimeout> | undefined;

    const back = () => {
      pointer = null;
      clearTimeout(lying);
      element.style.translate = '';
      element.classList.remove('dragged');
    };
    const down = (event: PointerEvent) => {
      if (pointer !== null || !event.isPrimary || event.button !== 0) return;
      back();
      pointer = event.pointerId;
      startX = event.clientX;
      startY = event.clientY;
      moved = false;
    };
    const move = (event: PointerEvent) => {
      if (event.pointerId !== pointer) return;
      const dx = event.clientX - startX;
      const dy = event.clientY - startY;
      if (!moved && Math.hypot(dx, dy) < SLACK) return;
      if (!moved) {
        moved = true;
        element.setPointerCapture(event.pointerId);
        element.classList.add('dragged');
      }
      element.style.translate = `${dx}px ${Math.min(dy, 12)}px`;
    };
    const up = (event: PointerEvent) => {
      if (event.pointerId !== pointer) return;
      if (moved && isPlay(event.clientX - startX, event.clientY - startY)) {
        pointer = null;
        play();
        // The card waits where it was let go; if it may not be played it comes back.
        lying = setTimeout(back, 700);
      } else back();
    };
    const cancel = (event: PointerEvent) => {
      // A finger is first held by what lies under it; that it is passed on to the card is no end.
      if (event.type === 'lostpointercapture' && event.target !== element) return;
      if (event.pointerId === pointer) back();
    };
    /** The click that ends a drag is no tap. */
    const click = (event: MouseEvent) => {
      if (!moved || event.detail === 0) return;
      moved = false;
      event.stopImmediatePropagation();
      event.preventDefault();
    };
    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', cancel);
    element.addEventListener('lostpointercapture', cancel);
    element.addEventListener('click', click, { capture: true });
    return () => {
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('pointercancel', cancel);
      element.removeEventListener('lostpointercapture', cancel);
      element.removeEventListener('click', click, { capture: true });
    };
  };
}
