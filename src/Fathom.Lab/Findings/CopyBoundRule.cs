using Fathom.Lab.Results;

namespace Fathom.Lab.Findings;

/// <summary>
/// <c>copy-bound</c>: what a large message costs is what it costs to move its bytes: from buffer to buffer, through the kernel, and through
/// the cipher, which is proven by the same without TLS. Told as a number of copies in memory that would take as long.
/// </summary>
public sealed class CopyBoundRule : IFindingRule
{
    private const double Least = 1 << 20;

    private const string Fix = """
        // fewer copies: bytes that are handed over as memory, not as an array that is filled anew
        [Contract] public sealed partial record Ping([property: Member(1)] ReadOnlyMemory<byte> Payload) : IRequest<Pong>;
        """;

    /// <inheritdoc/>
    public string Id => "copy-bound";

    /// <inheritdoc/>
    public Finding? Judge(TrialPair pair)
    {
        if (!pair.Difference.Supported
            || pair.Baseline.Bytes("size") is not (>= Least and var size) || pair.InBaseline("copy_mb_per_second") is not { } copy
            || Cpu(pair.InBaseline) is not { } slow || Cpu(pair.InCounterfactual) is not { } fast)
        {
            return null;
        }

        // Twice the size: the payload travels both ways.
        double Copies(double cpu) => cpu * copy / (2 * size);
        var claim = $"Moving bytes is what a message of {Say.Whole(size)} bytes costs: each byte takes both processes as long as "
            + $"{Say.Number(Copies(slow))} copies in memory "
            + $"({Say.Number(copy)} MB/s), and {Say.Number(Copies(fast))} with {pair.Changed.Factor} {pair.Changed.To} and nothing else "
            + $"changed.";
        return pair.Finding(Id, claim, Fix);
    }

    private static double? Cpu(Func<string, double?> of) => of("client_cpu_us_per_message") + of("server_cpu_us_per_message");
}
