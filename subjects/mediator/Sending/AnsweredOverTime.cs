namespace Fathom.Subjects.Mediator.Sending;

/// <summary>
/// Messages answered in each tenth of a second since the first was sent, warm-up included. Owned by a
/// workload; adding is safe from any thread.
/// </summary>
internal sealed class AnsweredOverTime(TimeSpan planned)
{
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(100);

    // For the last answers; later ones are not drawn.
    private static readonly TimeSpan Slack = TimeSpan.FromSeconds(20);

    private readonly long[] _answered = new long[(int)((planned + Slack) / Step)];
    private TimeSpan _before;

    /// <summary>Milliseconds since the first message, and messages answered in a second from then on.</summary>
    public IReadOnlyList<(double AtMs, double Value)> Points =>
        [.. Enumerable.Range(0, Math.Min(_answered.Length, (int)(_before / Step)))
            .Select(i => (i * Step.TotalMilliseconds, _answered[i] / Step.TotalSeconds))];

    /// <summary>Counts one message.</summary>
    /// <param name="after">Since the present part began.</param>
    public void Add(TimeSpan after)
    {
        var at = (int)((_before + after) / Step);
        if (at < _answered.Length)
        {
            Interlocked.Increment(ref _answered[at]);
        }
    }

    /// <summary>Ends a part: the warm-up, or the measured part. The next one continues where it ended.</summary>
    public void Ended(TimeSpan lasted) => _before += lasted;
}
