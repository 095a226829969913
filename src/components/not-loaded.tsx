import * as ui from '#src/content/interface.ts';

/** Stands where a part's code could not be loaded: a new version no longer has it, and an import cannot be retried. */
export function NotLoaded() {
  return (
    <p className="small" role="alert">
      {ui.notLoaded}{' '}
      <button type="button" className="btn btn-link" onClick={() => location.reload()}>
        {ui.retry}
      </button>
    </p>
  );
}
