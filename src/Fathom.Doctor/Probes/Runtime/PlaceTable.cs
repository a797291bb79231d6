namespace Fathom.Doctor.Probes.Runtime;

/// <summary>Sums a weight for each place in the code.</summary>
internal sealed class PlaceTable
{
    private readonly Dictionary<string, double> _weights = [];

    /// <summary>The place with the largest weight; null where there is none.</summary>
    public string? Top => _weights.Count == 0 ? null : _weights.MaxBy(w => w.Value).Key;

    public void Add(string? place, double weight)
    {
        if (place is not null)
        {
            _weights[place] = _weights.GetValueOrDefault(place) + weight;
        }
    }
}
