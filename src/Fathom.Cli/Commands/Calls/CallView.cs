using Fathom.Cli.Rendering.Answers;
using Fathom.Wire.Grpc;

namespace Fathom.Cli.Commands.Calls;

/// <summary>Shows a call: replies on standard output, everything else on standard error.</summary>
internal class CallView(FathomConsole console, bool verbose)
{
    private const int MaxShown = 600;

    public virtual void Headers(Metadata headers) => Section("Headers", headers);

    /// <summary>The compression of replies; null where the header names none.</summary>
    public virtual void Encoding(string? name)
    {
        if (verbose)
        {
            console.Error.WriteLine($"Encoding: {(name is null ? "none" : PrintableText.OneLine(name))}");
        }
    }

    public virtual void Reply(string json) => console.Out.WriteLine(json);

    /// <summary>A reply in the form of <c>--data-format</c>: a line of text, or its bytes.</summary>
    public virtual void Encoded(ReadOnlySpan<byte> reply, string format)
    {
        if (format == "binary")
        {
            using var output = console.OpenOutput();
            output.Write(reply);
        }
        else
        {
            console.Out.WriteLine(EncodedData.Write(reply, format));
        }
    }

    /// <summary>A detail of the status.</summary>
    public virtual void Detail(string json) => console.Error.WriteLine($"Detail: {json}");

    /// <summary>What the server sent that the descriptors cannot read.</summary>
    public virtual void Unreadable(string what, string fault, ReadOnlySpan<byte> bytes) =>
        console.Error.WriteLine($"{what}: {fault}. In base64: {Convert.ToBase64String(bytes[..Math.Min(bytes.Length, MaxShown)])}"
            + (bytes.Length > MaxShown ? $" and {bytes.Length - MaxShown:N0} more bytes" : ""));

    public void Unknown(IReadOnlyCollection<int> fields)
    {
        if (fields.Count > 0)
        {
            console.Error.WriteLine($"note: the reply has fields that its descriptor lacks: {string.Join(", ", fields.Take(20))}");
        }
    }

    public virtual void End(Status status, Metadata trailers)
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

    /// <summary>Writes what is only written when everything has been shown.</summary>
    public virtual void Finish()
    {
    }

    private static string Detail(Status status) => CallFailures.Detail(status) is { Length: > 0 } text ? $": {text}" : "";

    private void Section(string title, Metadata metadata)
    {
        if (!verbose)
        {
            return;
        }

        console.Error.WriteLine(metadata.Count == 0 ? $"{title}: none" : $"{title}:");
        foreach (var entry in metadata)
        {
            console.Error.WriteLine($"  {entry.Key}: {PrintableText.OneLine(CallAnswer.TextOf(entry))}");
        }
    }
}
