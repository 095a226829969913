/** Background Sync's name for the outbox. */
export const outboxSyncTag = 'outbox';
