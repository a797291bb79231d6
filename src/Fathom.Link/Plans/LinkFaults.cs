using System.Globalization;

namespace Fathom.Link.Plans;

/// <summary>Collects a fault for each invalid value of a spec, so that one exception lists them all.</summary>
internal sealed class LinkFaults
{
    private readonly List<LinkFault> _all = [];

    /// <summary>The faults, each once.</summary>
    public IReadOnlyList<LinkFault> All => [.. _all.Distinct()];

    public void Add(string flag, string found, string accepted) => _all.Add(new(flag, found, $"is not accepted; accepted: {accepted}"));

    /// <summary>A whole number, whose fault is collected where it is out of range.</summary>
    public int InRange(string flag, int number, int minimum, int maximum)
    {
        if (number < minimum || number > maximum)
        {
            Add(flag, number.ToString(CultureInfo.InvariantCulture), $"a whole number from {minimum} to {maximum}");
        }

        return number;
    }
}
