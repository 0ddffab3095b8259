import { useId } from 'react';
import type { JSX } from 'react';
import type { ErrorMessage, ServerMessage } from '../protocol';
import { Actions } from './Actions';
import { Button } from './Button';
import { Failure } from './Failure';
import { Progress } from './Progress';
import { Warnings } from './Warnings';
import { counted } from './words';

export type ServerAction = 'warm' | 'close' | 'tools';

export interface ServerListProps {
  servers: readonly ServerMessage[];
  /** What is being done to a server at the moment. */
  doing: (server: string) => ServerAction | null;
  /** Why the last thing done to it failed. */
  errorOf: (server: string) => ErrorMessage | null;
  onAct: (server: string, action: ServerAction) => void;
  onCancel: (server: string) => void;
}

/** The servers of a kernel, and what can be done with each. */
export function ServerList(props: ServerListProps): JSX.Element {
  const { servers, doing, errorOf, onAct, onCancel } = props;
  return (
    <ul className="mcpw-Servers" aria-label="Servers">
      {servers.map(server => (
        <Server
          key={server.name}
          server={server}
          doing={doing(server.name)}
          error={errorOf(server.name) ?? server.error}
          onAct={action => {
            onAct(server.name, action);
          }}
          onCancel={() => {
            onCancel(server.name);
          }}
        />
      ))}
    </ul>
  );
}

interface ServerProps {
  server: ServerMessage;
  doing: ServerAction | null;
  error: ErrorMessage | null;
  onAct: (action: ServerAction) => void;
  onCancel: () => void;
}

function Server({ server, doing, error, onAct, onCancel }: ServerProps): JSX.Element {
  const { name, address, status, warnings, disabled } = server;
  const heading = useId();
  const state = disabled ? 'disabled' : status;
  return (
    <li className="mcpw-Server" aria-labelledby={heading}>
      <div className="mcpw-Server-head">
        <h3 id={heading} className="mcpw-Server-name">
          {name}
        </h3>
        <span className={`mcpw-State mcpw-State-${state}`}>{STATES[state]}</span>
      </div>
      <p className="mcpw-Muted">{factsOf(server)}</p>
      <code className="mcpw-Server-address" title={address}>
        {address}
      </code>
      {error !== null && (
        <div role="alert">
          <Failure error={error} />
        </div>
      )}
      <Warnings warnings={warnings} />
      <Actions>
        {doing === null ? (
          <div className="mcpw-Buttons">
            <Button
              isMain
              isDisabled={disabled}
              label={`Tools of ${name}`}
              onClick={() => {
                onAct('tools');
              }}
            >
              Tools
            </Button>
            {status === 'connected' || status === 'connecting' ? (
              <Button
                label={`Close ${name}`}
                title="End the connection; the server stays in the list"
                onClick={() => {
                  onAct('close');
                }}
              >
                Close
              </Button>
            ) : (
              <Button
                isDisabled={disabled}
                label={`Connect ${name}`}
                onClick={() => {
                  onAct('warm');
                }}
              >
                Connect
              </Button>
            )}
          </div>
        ) : (
          <div key="doing" className="mcpw-Doing">
            <Progress label={DOING[doing]} />
            <Button label={`Cancel: ${name}`} onClick={onCancel}>
              Cancel
            </Button>
          </div>
        )}
      </Actions>
    </li>
  );
}

const STATES: Record<ServerMessage['status'] | 'disabled', string> = {
  registered: 'not connected yet',
  connecting: 'connecting …',
  connected: 'connected',
  needs_auth: 'needs a sign-in',
  failed: 'failed',
  closed: 'closed',
  disabled: 'disabled'
};

const DOING: Record<ServerAction, string> = {
  warm: 'Connecting …',
  close: 'Closing …',
  tools: 'Fetching the tools …'
};

function factsOf({ transport, protocol_version, tools, origin }: ServerMessage): string {
  return [
    transport,
    protocol_version === '' ? '' : `MCP ${protocol_version}`,
    tools === null ? '' : counted(tools, 'tool'),
    origin === 'cell' || origin === '' ? '' : `from ${origin}`
  ]
    .filter(fact => fact !== '')
    .join(' · ');
}
