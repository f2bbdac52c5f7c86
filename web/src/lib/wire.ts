/** The types of the wire, made from the server's own; see src/generated. */
import type { Settings } from '../generated/api';

export type * from '../generated/api';
/** How the table is kept (not this browser's own settings). */
export type TableSettings = Settings;
