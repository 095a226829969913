type ReadMoreProps = {
  /** Completes the accessible name: "Read More about ...". */
  about: string;
  /** Id of the same text in a `<noscript>`: where the link leads without JavaScript. */
  target: string;
  onOpen: () => void;
};

/** A link that opens a dialog. */
export function ReadMore({ about, target, onOpen }: ReadMoreProps) {
  return (
    <a
      className="more"
      href={`#${target}`}
      aria-haspopup="dialog"
      onClick={(event) => {
        event.preventDefault();
        // Safari does not focus what is clicked, and the dialog gives the focus back to what had it.
        event.currentTarget.focus();
        onOpen();
      }}
    >
      Read More<span className="visually-hidden"> about {about}</span>
    </a>
  );
}
