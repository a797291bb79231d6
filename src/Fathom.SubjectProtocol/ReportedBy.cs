namespace Fathom.SubjectProtocol;

/// <summary>Which side of a trial reports a value.</summary>
public enum ReportedBy
{
    /// <summary>Server and client.</summary>
    Both,

    /// <summary>The client.</summary>
    Client,

    /// <summary>The server.</summary>
    Server,
}
