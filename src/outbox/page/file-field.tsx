import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';

import { Status } from '#src/components/status.tsx';
import { filesWords as words } from '#src/content/attachments.ts';
import { mostFiles } from '#src/contract/attachments.ts';
import { acceptedFiles } from '#src/contract/file-types.ts';
import { isHere, type SentFile } from '#src/outbox/sent-file.ts';
import { sizeText } from '#src/words/attachments.ts';
import { optionalLabel } from '#src/words/forms.ts';

import { forget, hasDiedChoosing, noteChoosing } from './drawing-note.ts';
import { FileName } from './file-list.tsx';
import type { Preparation } from './form-files.ts';
import type { Doing } from './form-view.ts';
import { prepareFile } from './prepare-file.ts';

export type FileFieldProps = {
  kind: 'apply' | 'enquiry';
  files: readonly SentFile[];
  doing: Doing;
  /** Prepares files after those chosen before. Makes "Submit" wait. `work` resolves to what is wrong with them. */
  prepare: (work: (preparation: Preparation) => Promise<string>) => Promise<void>;
  remove: (sha256: string) => void;
};

/** Chooses files, checks them, makes photos small and stores them with the form's text. */
export function FileField({ kind, files, doing, prepare, remove }: FileFieldProps) {
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [note, setNote] = useState('');
  const most = mostFiles[kind];
  const here = files.filter(isHere);
  const disabled = doing !== 'idle';
  useEffect(() => {
    if (hasDiedChoosing()) setNote(words.chooseAgain);
    // React knows no `cancel` of an input.
    const element = field.current;
    element?.addEventListener('cancel', forget, true);
    return () => element?.removeEventListener('cancel', forget, true);
  }, []);
  const count = useRef(here.length);
  useLayoutEffect(() => {
    // What had the focus was replaced.
    if (count.current !== here.length && document.activeElement === document.body)
      field.current?.querySelector<HTMLElement>('button, input')?.focus();
    // It is about a file that was removed, or submitted with the form.
    if (count.current > here.length) setNote('');
    count.current = here.length;
  });

  return (
    <div ref={field} className="vstack gap-2">
      {here.length < most ? (
        <div>
          <label className="form-label" htmlFor={id}>
            {optionalLabel(words.labels[kind])}
          </label>
          <input
            ref={input}
            id={id}
            type="file"
            className="form-control"
            accept={acceptedFiles}
            multiple={most > 1}
            disabled={disabled}
            aria-describedby={`${id}-note`}
            onClick={noteChoosing}
            onChange={({ currentTarget }) => {
              const chosen = [...(currentTarget.files ?? [])];
              // The same file may be chosen again.
              currentTarget.value = '';
              forget();
              if (chosen.length > 0)
                void prepare((preparation) => addAll(chosen, most, preparation, setNote));
            }}
          />
          {here.length === 0 && note === '' && (
            <p className="form-text" id={`${id}-note`}>
              {words.hint(most)}
            </p>
          )}
        </div>
      ) : (
        <p className="form-label">{optionalLabel(words.labels[kind])}</p>
      )}
      {here.map((file) => (
        <div key={file.sha256} className="hstack flex-wrap gap-2">
          <FileName file={file} id={id + file.sha256} />
          <button
            type="button"
            className="btn btn-outline-primary"
            aria-describedby={id + file.sha256}
            disabled={disabled}
            onClick={() => remove(file.sha256)}
          >
            {words.remove}
          </button>
        </div>
      ))}
      <Status className="form-text">{note || (doing === 'preparing' && words.preparing)}</Status>
    </div>
  );
}

/** Resolves to what is wrong with them. */
async function addAll(
  chosen: File[],
  most: number,
  { signal, renew, attach }: Preparation,
  setNote: (note: string) => void,
): Promise<string> {
  setNote(words.preparing);
  signal.addEventListener('abort', () => setNote(''));
  const notes: string[] = [];
  const problems: string[] = chosen.length > most ? [words.tooMany(most)] : [];
  for (const one of chosen.slice(0, most)) {
    const prepared = await prepareFile(one, renew);
    if (signal.aborted) return '';
    if ('problem' in prepared) problems.push(prepared.problem);
    else {
      const { file, parts, from, hint } = prepared;
      let isFull = false;
      const added = (all: SentFile[]) => {
        const others = all.filter(({ sha256 }) => sha256 !== file.sha256);
        isFull = others.length >= most;
        return isFull ? all : [...others, file];
      };
      try {
        await attach(added, { [file.sha256]: parts });
        if (isFull) problems.push(words.tooMany(most));
        else if (from) notes.push(words.made(sizeText(from), sizeText(file.size)));
        else notes.push(words.chosen(sizeText(file.size)));
        if (hint) notes.push(hint);
      } catch (error) {
        console.warn(error);
        problems.push(words.noRoom);
      }
    }
  }
  setNote(notes.join(' '));
  return [...new Set(problems)].join(' ');
}
