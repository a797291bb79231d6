namespace Fathom.SubjectProtocol;

/// <summary>The values that a workload of several parts reports for one of them.</summary>
public sealed class ReportedPart
{
    internal ReportedPart(string name, string text)
    {
        Duration = new($"{name}_ms", "ms", ReportedBy.Client, $"Duration of the part with {text}.");
        ThreadsAtStart = new($"{name}_threads", "", ReportedBy.Client, $"Thread-pool threads at the start of the part with {text}.");
    }

    /// <summary>Its duration.</summary>
    public ReportedValue Duration { get; }

    /// <summary>Threads of the thread pool when it began.</summary>
    public ReportedValue ThreadsAtStart { get; }
}
