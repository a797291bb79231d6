namespace Fathom.Subjects.Mediator.Sending;

/// <summary>
/// Messages answered in each tenth of a second since the first was sent, over the warm-up and what counts, one after the other. Owned by a
/// workload; adding is safe from any thread.
/// </summary>
internal sealed class AnsweredOverTime(TimeSpan planned)
{
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(100);

    // Until the last messages are answered; what comes later is not drawn.
    private static readonly TimeSpan Slack = TimeSpan.FromSeconds(20);

    private readonly long[] _answered = new long[(int)((planned + Slack) / Step)];
    private TimeSpan _before;

    /// <summary>Milliseconds since the first message, and messages answered in a second from then on.</summary>
    public IReadOnlyList<double[]> Points =>
        [.. Enumerable.Range(0, Math.Min(_answered.Length, (int)(_before / Step)))
            .Select(i => new[] { i * Step.TotalMilliseconds, _answered[i] / Step.TotalSeconds })];

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

    /// <summary>A part is over; the next one goes on where it ended.</summary>
    public void Ended(TimeSpan lasted) => _before += lasted;
}
