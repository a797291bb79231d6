using Fathom.Statistics;

namespace Fathom.Doctor.Services;

/// <summary>A suspected cause, the change that would prove it, and the trials of both sides. Owned by one examination.</summary>
internal sealed class ServiceComparison(Suspect suspect, ServiceChange change)
{
    private readonly List<Sample> _before = [];
    private readonly List<Sample> _after = [];

    /// <summary>The suspected cause.</summary>
    public Suspect Suspect { get; } = suspect;

    /// <summary>The change.</summary>
    public ServiceChange Change { get; } = change;

    /// <summary>Why it is not compared; null where it is.</summary>
    public string? WhyNot { get; set; }

    /// <summary>Whether rounds were planned for it: it then shares the false findings, whatever was measured.</summary>
    public bool IsCompared { get; set; }

    /// <summary>The values without the change.</summary>
    public IReadOnlyList<Sample> Before => _before;

    /// <summary>The values with it.</summary>
    public IReadOnlyList<Sample> After => _after;

    /// <summary>Keeps a value.</summary>
    public void Add(int block, bool isChanged, double value) => (isChanged ? _after : _before).Add(new Sample(block, value));
}
