import type { OpenVacancy } from '#src/api/answers.ts';
import { career } from '#src/content/career.ts';
import { applyQuery, vacancyPath } from '#src/paths.ts';

type ApplyButtonProps = {
  vacancy: OpenVacancy;
  onApply: (vacancy: OpenVacancy) => void;
  describedBy?: string;
};

/** Carries the vacancy's id. Html first: until the app hears the press, it leads to the page that carries the form. */
export function ApplyButton({ vacancy, onApply, describedBy }: ApplyButtonProps) {
  const onPress = () => onApply(vacancy);
  return (
    <form
      className="stack"
      action={vacancyPath(vacancy._id)}
      onSubmit={(event) => {
        event.preventDefault();
        onPress();
      }}
    >
      <input type="hidden" {...applyQuery} />
      <button
        type="submit"
        id={applyButtonId(vacancy._id)}
        className="btn btn-primary"
        value={vacancy._id}
        aria-describedby={describedBy}
      >
        {career.list.apply}
      </button>
    </form>
  );
}

export function applyButtonId(id: string): string {
  return `apply-${id}`;
}
