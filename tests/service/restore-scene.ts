export type Restored = {
  aside: string | null;
  failed: number;
  takenBack: number;
  dropped: number;
  onlyInOld: { applications: number; enquiries: number; subscribers: number } | null;
  people: { email: string; role: string }[];
  invitation: string | null;
};

export const bob = { name: 'Bob', email: 'bob@example.com' };
