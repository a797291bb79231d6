namespace Fathom.Lab.Studies;

/// <summary>A study cannot be planned as asked; the message names every fault.</summary>
public sealed class PlanException(string study, IReadOnlyList<string> faults)
    : Exception($"study '{study}' cannot be run as asked:{Environment.NewLine}  {string.Join(Environment.NewLine + "  ", faults)}")
{
    /// <summary>The faults, one sentence each.</summary>
    public IReadOnlyList<string> Faults { get; } = faults;
}
