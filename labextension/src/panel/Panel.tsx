import type { NotebookPanel } from '@jupyterlab/notebook';
import { useEffect, useRef } from 'react';
import type { JSX } from 'react';
import { Empty } from '../components/Empty';
import { Note } from '../components/Note';
import { ServerList } from '../components/ServerList';
import { ToolList } from '../components/ToolList';
import { insertCell } from '../model/insertion';
import type { Notebooks } from '../model/notebooks';
import type { Place, Workbench } from '../model/workbench';
import { useChanges } from './changes';
import { LiveTester } from './LiveTester';
import { absenceOf, explain, NO_NOTEBOOK, NO_SERVERS } from './statuses';

/** The servers of the kernel of the notebook in front, their tools, and a tester for each. */
export function Panel({ notebooks }: { notebooks: Notebooks }): JSX.Element {
  useChanges(notebooks.changed);
  const panel = notebooks.current;
  return panel === null ? (
    <Empty {...NO_NOTEBOOK} onInsert={() => undefined} />
  ) : (
    <OfNotebook key={panel.id} panel={panel} workbench={notebooks.of(panel)} />
  );
}

interface OfNotebookProps {
  panel: NotebookPanel;
  workbench: Workbench;
}

function OfNotebook({ panel, workbench }: OfNotebookProps): JSX.Element {
  useChanges(workbench.changed);
  useChanges(panel.title.changed);
  const { place, lost } = workbench;
  const explanation = explain(workbench.channel);
  const insert = (line: string): void => {
    insertCell(panel, line, null);
  };
  return (
    <>
      <header className="mcpw-Panel-head" title={panel.context.path}>
        <strong>MCP</strong> {panel.title.label}
      </header>
      {explanation !== null && <Empty {...explanation} onInsert={insert} />}
      {explanation === null && lost.length > 0 && (place?.trial ?? null) === null && (
        <Note>
          The kernel was started anew, and{' '}
          {lost.length === 1 ? 'this server is' : 'these servers are'} no longer connected:{' '}
          <code>{lost.join(', ')}</code>. Run the cells that connect them.
        </Note>
      )}
      {place !== null ? (
        <AtPlace place={place} workbench={workbench} onInsert={insert} />
      ) : (
        explanation === null && <Servers workbench={workbench} onInsert={insert} />
      )}
    </>
  );
}

interface PartProps {
  workbench: Workbench;
  onInsert: (line: string) => void;
}

function Servers({ workbench, onInsert }: PartProps): JSX.Element {
  return workbench.servers.length === 0 ? (
    <Empty {...NO_SERVERS} onInsert={onInsert} />
  ) : (
    <ServerList
      servers={workbench.servers}
      doing={server => workbench.doing(server)?.action ?? null}
      errorOf={server => workbench.errorOf(server)}
      onAct={(server, action) => void workbench.act(server, action)}
      onCancel={server => workbench.doing(server)?.abort.abort()}
    />
  );
}

function AtPlace({ place, workbench, onInsert }: PartProps & { place: Place }): JSX.Element {
  const { server, tools, omitted, trial } = place;
  return (
    <>
      <Back
        key={trial === null ? 'tools' : 'tester'}
        to={trial === null ? 'Servers' : `Tools of ${server}`}
        onClick={() => {
          workbench.back();
        }}
      />
      {trial === null ? (
        <>
          <h3 className="mcpw-Panel-title">{server}</h3>
          <ToolList
            server={server}
            tools={tools}
            omitted={omitted}
            onOpen={tool => {
              workbench.open(tool);
            }}
          />
        </>
      ) : (
        <LiveTester
          trial={trial}
          workbench={workbench}
          obstacle={explain(workbench.channel) === null ? absenceOf(server, workbench) : ''}
          onInsert={onInsert}
        />
      )}
    </>
  );
}

/** The way back; it takes the focus of the button that led here and is no more. */
function Back({ to, onClick }: { to: string; onClick: () => void }): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) {
      button.current?.focus();
    }
  }, []);
  return (
    <button ref={button} type="button" className="mcpw-Back" onClick={onClick}>
      ‹ {to}
    </button>
  );
}
