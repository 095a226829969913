import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';

import { FormError } from '#src/components/action-button.tsx';
import { Status } from '#src/components/status.tsx';
import { filesWords as words } from '#src/content/files.ts';
import { acceptedFiles } from '#src/contract/file-types.ts';
import { mostFiles } from '#src/contract/files.ts';
import { isHere, type SentFile } from '#src/outbox/sent-file.ts';
import type { FileBytes } from '#src/outbox/store.ts';
import { sizeText } from '#src/words/files.ts';
import { optionalLabel } from '#src/words/forms.ts';

import { FileName } from './file-list.tsx';
import { type DrawOnce, prepareFile } from './prepare-file.ts';

export type FileFieldProps = {
  kind: 'apply' | 'enquiry';
  files: readonly SentFile[];
  disabled: boolean;
  /** The browser ended the page while a file was being chosen. */
  wasChoosing: boolean;
  /** Records that a file is being chosen and prepared. */
  choose: (isBegun: boolean) => void;
  drawOnce: DrawOnce;
  /** Stores the form's list of files, with the bytes of new ones. Rejects if the device refuses. */
  attach: (change: (files: SentFile[]) => SentFile[], bytes?: FileBytes) => Promise<void>;
  /** Prepares files after those chosen before. Makes "Submit" wait; `false` stops it. */
  prepare: (work: (givenUp: AbortSignal) => Promise<boolean>) => void;
};

/** Chooses files, checks them, makes photos small and stores them with the form's text. */
export function FileField(props: FileFieldProps) {
  const { kind, files, disabled, wasChoosing, choose, drawOnce, attach, prepare } = props;
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState('');
  const most = mostFiles[kind];
  const here = files.filter(isHere);
  useEffect(() => {
    if (wasChoosing) setNote(words.chooseAgain);
  }, [wasChoosing]);
  // React knows no `cancel` of an input.
  useEffect(() => {
    const element = input.current;
    const endChoosing = () => choose(false);
    element?.addEventListener('cancel', endChoosing);
    return () => element?.removeEventListener('cancel', endChoosing);
  });
  const count = useRef(here.length);
  useLayoutEffect(() => {
    // What had the focus was replaced.
    if (count.current !== here.length && document.activeElement === document.body)
      field.current?.querySelector<HTMLElement>('button, input')?.focus();
    // They are about a file that was removed, or submitted with the form.
    if (count.current > here.length) {
      setNote('');
      setProblem('');
    }
    count.current = here.length;
  });

  async function add(chosen: File[], givenUp: AbortSignal): Promise<boolean> {
    setNote(words.preparing);
    givenUp.addEventListener('abort', () => setNote(''));
    const notes: string[] = [];
    const problems: string[] = chosen.length > most ? [words.tooMany(most)] : [];
    for (const one of chosen.slice(0, most)) {
      const prepared = await prepareFile(one, drawOnce);
      if (givenUp.aborted) return true;
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
    setProblem((earlier) => [...new Set([earlier, ...problems])].join(' ').trim());
    return problems.length === 0;
  }

  async function remove(sha256: string): Promise<void> {
    await attach((all) => all.filter((file) => file.sha256 !== sha256)).catch(console.warn);
  }

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
            onClick={() => choose(true)}
            onChange={({ currentTarget }) => {
              const chosen = [...(currentTarget.files ?? [])];
              // The same file may be chosen again.
              currentTarget.value = '';
              if (chosen.length === 0) return;
              setProblem('');
              prepare((givenUp) => add(chosen, givenUp).finally(() => choose(false)));
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
            onClick={() => void remove(file.sha256)}
          >
            {words.remove}
          </button>
        </div>
      ))}
      <Status className="form-text">{note}</Status>
      <FormError message={problem} />
    </div>
  );
}
