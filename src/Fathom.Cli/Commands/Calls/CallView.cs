using Fathom.Wire.Grpc;

namespace Fathom.Cli.Commands.Calls;

/// <summary>Shows a call: replies on standard output, everything else on standard error.</summary>
internal sealed class CallView(FathomConsole console, bool verbose)
{
    private const int MaxShown = 600;

    public void Headers(Metadata headers) => Section("Headers", headers);

    public void Reply(string json) => console.Out.WriteLine(json);

    /// <summary>A reply that the descriptors cannot read.</summary>
    public void Unreadable(long number, string fault, ReadOnlySpan<byte> reply) =>
        console.Error.WriteLine($"reply {number}: {fault}. In base64: {Convert.ToBase64String(reply[..Math.Min(reply.Length, MaxShown)])}"
            + (reply.Length > MaxShown ? $" and {reply.Length - MaxShown:N0} more bytes" : ""));

    public void Unknown(IReadOnlyCollection<int> fields)
    {
        if (fields.Count > 0)
        {
            console.Error.WriteLine($"note: the reply has fields that its descriptor lacks: {string.Join(", ", fields.Take(20))}");
        }
    }

    public void End(Status status, Metadata trailers)
    {
        Section("Trailers", trailers);
        if (!status.IsOk)
        {
            console.Error.WriteLine($"Status: {status.StatusCode} ({(int)status.StatusCode}){Detail(status)}");
        }
        else if (verbose)
        {
            console.Error.WriteLine("Status: OK");
        }
    }

    private static string Detail(Status status) => status.Detail.Length == 0 ? "" : $": {Printable(status.Detail)}";

    private void Section(string title, Metadata metadata)
    {
        if (!verbose)
        {
            return;
        }

        console.Error.WriteLine(metadata.Count == 0 ? $"{title}: none" : $"{title}:");
        foreach (var entry in metadata)
        {
            var value = entry.Key.EndsWith("-bin", StringComparison.Ordinal) ? Convert.ToBase64String(entry.ValueBytes.Span) : entry.Value;
            console.Error.WriteLine($"  {entry.Key}: {Printable(value)}");
        }
    }

    // A server must not steer the terminal.
    private static string Printable(string text) => string.Concat(text.Select(c => char.IsControl(c) ? ' ' : c));
}
