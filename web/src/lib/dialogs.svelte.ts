/** Dialogs of the frame that any page may open. */
let settingsOpen = $state(false);

export const dialogs = {
  get settings(): boolean {
    return settingsOpen;
  },
  set settings(open: boolean) {
    settingsOpen = open;
  },
};

export function openSettings(): void {
  settingsOpen = true;
}
