/** One event stream for all tabs of a browser: browsers allow six connections to a server, and streams keep theirs. */
import { StreamHub, type ToHub } from './stream.hub';

const scope = self as unknown as { onconnect: ((event: MessageEvent) => void) | null };
const hub = new StreamHub();

scope.onconnect = (event) => {
  const port = event.ports[0];
  if (!port) return;
  const take = hub.join((message) => port.postMessage(message));
  port.onmessage = (message: MessageEvent<ToHub>) => take(message.data);
};
