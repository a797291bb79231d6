namespace Fathom.SubjectProtocol;

/// <summary>The commands a runner writes to a subject, one per line. <c>docs/subject-protocol.md</c> describes the protocol.</summary>
public static class SubjectCommand
{
    /// <summary>To a client, with a workload: do everything first that is not measured.</summary>
    public const string Warm = "warm";

    /// <summary>To a client, with a workload: run it and report.</summary>
    public const string Run = "run";

    /// <summary>To a server: start to count.</summary>
    public const string Begin = "begin";

    /// <summary>To a server: stop counting and report.</summary>
    public const string End = "end";

    /// <summary>To a server: collect garbage and return memory to the system.</summary>
    public const string Collect = "collect";

    /// <summary>The argument with which a subject prints its <see cref="SubjectManifest"/> and exits.</summary>
    public const string Describe = "--describe";

    /// <summary>Splits a line into the command's word and the rest.</summary>
    public static (string Word, string Argument) Split(string line)
    {
        var space = line.IndexOf(' ', StringComparison.Ordinal);
        return space < 0 ? (line, "") : (line[..space], line[(space + 1)..]);
    }
}
