namespace Fathom.Load.Grpc.Calls;

/// <summary>One explanation for each outcome, of the first call that had it. Thread-safe; a failed call costs one read.</summary>
internal sealed class FailureSamples
{
    private readonly string?[] _texts = new string?[CallOutcomes.Count];

    /// <summary>The explanations by outcome; null where there is none.</summary>
    public IReadOnlyList<string?> Texts => _texts;

    /// <summary>Whether an outcome has no explanation yet.</summary>
    public bool Needs(int outcome) => Volatile.Read(ref _texts[outcome]) is null;

    public void Add(int outcome, string text) => Interlocked.CompareExchange(ref _texts[outcome], text, null);
}
