const HERTZ = [660, 880];
const SECONDS_EACH = 0.12;
const LOUDNESS = 0.08;

/** Two short tones. Silent if the page may not play sounds. */
export async function playQuestionSound(): Promise<void> {
  const audio = new AudioContext();
  try {
    await audio.resume();
    const loudness = audio.createGain();
    loudness.gain.value = LOUDNESS;
    loudness.connect(audio.destination);
    const ends = HERTZ.map((hertz, index) => {
      const tone = audio.createOscillator();
      tone.frequency.value = hertz;
      tone.connect(loudness);
      const start = audio.currentTime + index * SECONDS_EACH;
      tone.start(start);
      tone.stop(start + SECONDS_EACH);
      return new Promise((resolve) => {
        tone.onended = resolve;
      });
    });
    await Promise.all(ends);
  } finally {
    await audio.close();
  }
}
