using Fathom.Contracts;
using Fathom.Mediator.Messages;
using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Remotes;

/// <summary>Encodes failures between nodes: a gRPC status for every client, and one report per failure in the trailers for nodes.</summary>
internal static class FailureTrailers
{
    /// <summary>The trailer of a report, once for each failure.</summary>
    public const string Key = "fathom-failure-bin";

    // Together below the 32 KiB of header fields that a peer accepts, in base64 and with worst-case percent-encoding.
    private const int MaxStatus = 512;
    private const int MaxName = 256;
    private const int MaxText = 1024;
    private const int MaxDetails = 3 * 1024;
    private const int MaxTotalBytes = 14 * 1024;
    private const int FieldOverhead = 64;

    /// <summary>The end of a call with these failures.</summary>
    public static RpcException ToCallEnd(StatusCode code, string text, IReadOnlyList<FailureReport> reports, Exception error)
    {
        Metadata trailers = [];
        var left = MaxTotalBytes;
        for (var i = 0; i < reports.Count; i++)
        {
            var bytes = ContractSerializer.ToArray(reports[i]);
            if (bytes.Length > left)
            {
                var rest = new FailureReport(reports[i].Node, reports[i].ExceptionType,
                    $"{reports.Count - i} more failures are left out: together they exceed the size of trailers.");
                trailers.Add(Key, ContractSerializer.ToArray(rest));
                break;
            }

            left -= bytes.Length + FieldOverhead;
            trailers.Add(Key, bytes);
        }

        return new RpcException(new Status(code, Cut(text, MaxStatus)), trailers, error);
    }

    /// <summary>The report of a failure.</summary>
    public static FailureReport Report(string node, Exception error, bool detailed) => error is RemoteHandlerException remote
        ? new FailureReport(
            Cut(remote.Node, MaxName), Cut(remote.ExceptionType, MaxName), Cut(remote.Text, MaxText),
                Cut(remote.Details ?? "", MaxDetails), remote.FailureId)
        : new FailureReport(
            node, Cut(error.GetType().FullName ?? error.GetType().Name, MaxName), Cut(error.Message, MaxText),
                detailed ? Cut(error.ToString(), MaxDetails) : "");

    /// <summary>The reports in the trailers of a call. Malformed reports are skipped.</summary>
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
                // The sender is no node, and the call's status remains.
            }
        }

        return reports;
    }

    private static string Cut(string text, int maxLength)
    {
        if (text.Length <= maxLength)
        {
            return ReplaceLoneSurrogates(text);
        }

        var end = char.IsHighSurrogate(text[maxLength - 1]) ? maxLength - 1 : maxLength;
        return ReplaceLoneSurrogates(text[..end]) + "...";
    }

    // Half a surrogate pair has no UTF-8 form.
    private static string ReplaceLoneSurrogates(string text)
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
