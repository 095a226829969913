const articles = (count: number) => `${count} ${count === 1 ? 'article' : 'articles'}`;

export const saved = {
  heading: 'On this device',
  reading: 'Checking what is saved…',
  notReading: 'Your browser is not saving anything.',
  notSaved: {
    heading: 'This page is not saved on this device',
    text: (address: string) => `${address} cannot be shown without a connection.`,
  },
  readable: {
    heading: 'You can read this without a connection',
    ready: 'Ready to work offline.',
    pages: 'Pages',
    articles: 'Articles',
    followed: 'Your applications',
    nothing: 'Nothing yet.',
    blocked: 'You may be in a private window, or your browser may be blocking storage.',
    space: (megabytes: number) => `This site takes up about ${megabytes.toFixed(1)} MB on this device.`,
  },
  articles: {
    heading: 'Save articles for later',
    text: 'All press releases and blog posts, without photos.',
    button: 'Save all articles',
    /** Empty before the button is pressed. */
    result: (count: number, isWhole: boolean | undefined) =>
      isWhole === undefined
        ? ''
        : `${isWhole ? 'All articles are saved' : 'Not all articles could be saved'}: ${articles(count)} can be read without a connection.`,
  },
  delete: {
    heading: 'Delete saved data',
    text: 'This deletes pages, articles, settings, alerts and anything you have typed here. It does not affect applications, enquiries and subscriptions that we have received.',
    button: 'Delete everything saved here',
    question: 'Delete everything saved here?',
    unsent: (names: string) => `These have not been sent yet and will be lost: ${names}.`,
    mayBeStored: (names: string) =>
      `${names} may have reached us already, but we have no confirmation. We will not try again.`,
    lost: 'This also deletes your links to applications. To see their status afterwards, you will need the link from our email or your own copy.',
    yes: 'Delete everything',
    done: 'Everything saved here has been deleted.',
    failed:
      "Some saved data could not be deleted. Try again, or clear this site's data in your browser settings.",
  },
} as const;
