using Fathom.Lab.Observations;

namespace Fathom.Lab.Causes.CopyBound;

/// <summary>
/// <c>copy-bound</c>: a large message costs what it costs to move its bytes: between buffers, through the kernel, through the cipher.
/// Proven by the same without TLS. The claim converts the processor time into a number of copies in memory.
/// </summary>
public sealed class CopyBoundCause : Cause
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "copy-bound";

    private const double LeastBytes = 1 << 20;

    private const string Fix = """
        // fewer copies: bytes that are handed over as memory, not as an array that is filled anew
        [Contract] public sealed partial record Ping([property: Member(1)] ReadOnlyMemory<byte> Payload) : IRequest<Pong>;
        """;

    /// <inheritdoc/>
    public override string Id => Name;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> Needs =>
        [CallQuantities.PayloadBytes, CallQuantities.ClientCpu, CallQuantities.ServerCpu, ProcessQuantities.CopyRate];

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> ProvenBy => [CallQuantities.Security];

    /// <inheritdoc/>
    protected override Diagnosis? Prove(Comparison comparison)
    {
        var size = comparison.Baseline.Value(CallQuantities.PayloadBytes);
        if (size < LeastBytes || CpuOf(comparison.Baseline) is not { } slow || CpuOf(comparison.Counterfactual) is not { } fast)
        {
            return null;
        }

        // Twice the size: the payload travels both ways.
        var copy = comparison.Baseline.Value(ProcessQuantities.CopyRate);
        double Copies(double cpu) => cpu * copy / (2 * size);
        var claim = $"Moving bytes is what a message of {FigureText.Whole(size)} bytes costs: each byte takes both processes as long as "
            + $"{FigureText.Number(Copies(slow))} copies in memory ({FigureText.Number(copy)} MB/s), and "
            + $"{FigureText.Number(Copies(fast))} with {comparison.Change} and nothing else changed.";
        return new Diagnosis(claim, Fix);
    }

    private static double? CpuOf(Evidence evidence) =>
        evidence.Find(CallQuantities.ClientCpu)?.Value + evidence.Find(CallQuantities.ServerCpu)?.Value;
}
