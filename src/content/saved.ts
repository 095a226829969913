const articles = (count: number) => `${count} ${count === 1 ? 'article' : 'articles'}`;

/** Words of the page "Saved on this device". */
export const saved = {
  heading: 'On this device',
  busy: 'Please Wait',
  reading: 'Looking at what is saved here…',
  withoutScript: 'Your browser runs no scripts, so this site keeps nothing on this device.',
  notSaved: {
    heading: 'This page is not saved on this device',
    text: (address: string) => `${address} cannot be shown without a connection.`,
  },
  readable: {
    heading: 'You can read this without a connection',
    pages: 'Pages',
    articles: 'Articles',
    followed: 'Your applications',
    nothing:
      'Nothing yet. If this does not change, a private window or a setting of your browser may be the reason.',
    space: (megabytes: number) => `This site takes about ${megabytes.toFixed(1)} MB of this device.`,
  },
  articles: {
    heading: 'Take the articles along',
    text: 'Every press release and blog post, without photos.',
    button: 'Save all articles',
    said: (count: number, isWhole: boolean) =>
      `${isWhole ? 'All are saved' : 'Not all could be saved'}: ${articles(count)} can be read without a connection.`,
  },
  delete: {
    heading: 'Delete it',
    text: 'Pages, articles, settings, alerts and whatever you have typed here. What has reached us stays with us.',
    button: 'Delete everything saved here',
    question: 'Delete everything saved here?',
    unsent: (names: string[]) => `Not sent yet, and lost for good: ${names.join(', ')}.`,
    lost: 'Links to applications that you follow cannot be had again.',
    subscription: 'Newsletter subscription',
    yes: 'Delete everything',
    done: 'Everything that was saved here is deleted.',
    failed: 'This browser did not let the site delete everything.',
  },
} as const;
