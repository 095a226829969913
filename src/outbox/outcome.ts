/**
 * What became of a request that the visitor just sent; `toldWhen` has the words for each. `message` is what the server
 * said, or why nothing did, translated for the visitor; may be empty.
 */
export type Outcome = {
  type:
    | 'sent'
    /** It waits in the outbox: nothing answered. */
    | 'waiting-offline'
    /** It waits in the outbox: something answered, but could not take it yet. */
    | 'waiting-service'
    /** The server answered with an error and nothing waits. */
    | 'refused'
    /** Nothing took it and nothing waits: this browser keeps nothing, or the visitor deleted it. Only the open form still has it. */
    | 'not-kept';
  message: string;
};
