using Fathom.Contracts;
using Fathom.Mediator.Messages;
using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Remotes;

/// <summary>Failures on their way between nodes: a gRPC status for everybody, and a report of each in the trailers for nodes.</summary>
internal static class FailureTrailers
{
    /// <summary>The trailer that holds a report; there is one for each failure.</summary>
    public const string Key = "fathom-failure-bin";

    // Together below the 32 KiB that a peer accepts as header fields, with base64 and with the worst of percent-encoding.
    private const int LongestStatus = 512;
    private const int LongestName = 256;
    private const int LongestText = 1024;
    private const int LongestDetails = 3 * 1024;
    private const int MostBytes = 14 * 1024;
    private const int FieldOverhead = 64;

    /// <summary>The failures as a call's end.</summary>
    public static RpcException ToCallEnd(StatusCode code, string text, IReadOnlyList<FailureReport> reports, Exception error)
    {
        Metadata trailers = [];
        var left = MostBytes;
        for (var i = 0; i < reports.Count; i++)
        {
            var bytes = ContractSerializer.ToArray(reports[i]);
            if (bytes.Length > left)
            {
                var rest = new FailureReport(reports[i].Node, reports[i].ExceptionType,
                    $"{reports.Count - i} more failures are left out: all together they are too large.");
                trailers.Add(Key, ContractSerializer.ToArray(rest));
                break;
            }

            left -= bytes.Length + FieldOverhead;
            trailers.Add(Key, bytes);
        }

        return new RpcException(new Status(code, Cut(text, LongestStatus)), trailers, error);
    }

    /// <summary>A failure as it is reported.</summary>
    public static FailureReport Report(string node, Exception error, bool detailed) => error is RemoteHandlerException remote
        ? new FailureReport(
            Cut(remote.Node, LongestName), Cut(remote.ExceptionType, LongestName), Cut(remote.Text, LongestText),
                Cut(remote.Details ?? "", LongestDetails))
        : new FailureReport(
            node, Cut(error.GetType().FullName ?? error.GetType().Name, LongestName), Cut(error.Message, LongestText),
                detailed ? Cut(error.ToString(), LongestDetails) : "");

    /// <summary>The reports in the trailers of a call; what is none is passed over.</summary>
    public static IReadOnlyList<FailureReport> Read(Metadata trailers)
    {
        List<FailureReport> reports = [];
        foreach (var entry in trailers.GetAll(Key))
        {
            try
            {
                reports.Add(ContractSerializer.Read<FailureReport>(entry.ValueBytes));
            }
            catch (MalformedMessageException)
            {
                // Whoever sent it is no node: the call's status says what there is to say.
            }
        }

        return reports;
    }

    private static string Cut(string text, int most)
    {
        if (text.Length <= most)
        {
            return Whole(text);
        }

        var end = char.IsHighSurrogate(text[most - 1]) ? most - 1 : most;
        return Whole(text[..end]) + "...";
    }

    // Half a surrogate pair has no form on the wire.
    private static string Whole(string text)
    {
        if (!text.AsSpan().ContainsAnyInRange('\uD800', '\uDFFF'))
        {
            return text;
        }

        var whole = new System.Text.StringBuilder(text.Length);
        foreach (var rune in text.EnumerateRunes())
        {
            whole.Append(rune.ToString());
        }

        return whole.ToString();
    }
}
