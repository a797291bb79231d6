using System.Diagnostics;
using System.Globalization;
using Fathom.Diagnosis.Observations;
using Fathom.Machines.Kernel;
using Fathom.Machines.Prerequisites;
using Fathom.Records.Words;

namespace Fathom.Doctor.Interventions;

/// <summary>All processors of the machine, for a program that may use fewer: by its runtime's setting, or by its affinity.</summary>
public sealed class AllProcessors : Intervention
{
    private readonly int _processors;

    /// <summary>The change on this machine.</summary>
    public AllProcessors()
        : this(ProcessorLists.Online().Count)
    {
    }

    private AllProcessors(int processors)
        : base(
            "processors", "DOTNET_PROCESSOR_COUNT", value: processors.ToString(CultureInfo.InvariantCulture),
            to: $"{processors} processors", from: "those it may use") =>
        _processors = processors;

    /// <inheritdoc/>
    public override Setting Sets => WatchQuantities.AllowedProcessors.Is(_processors);

    /// <inheritdoc/>
    public override Intervention? Fit(Evidence seen) =>
        seen.Find(ProcessQuantities.Processors) is { Value: var allowed } && allowed < _processors ? this : null;

    /// <inheritdoc/>
    public override Task<RunEnvironment> PrepareAsync(CancellationToken cancellation) => Task.FromResult(
        ProcessorLists.Allowed().Count >= ProcessorLists.Online().Count ? new RunEnvironment()
        : new WideAffinity(ExecutableSearch.Find("taskset")
            ?? throw new RunEnvironmentException("'taskset' is not on PATH: install util-linux (apt-get install util-linux)")));

    /// <inheritdoc/>
    public override string? WhyWithoutEffect(Evidence before, Evidence after) =>
        after.Find(ProcessQuantities.Processors) is { Value: var processors } && processors < _processors
            ? $"the program still saw {FigureText.Whole(processors)} processors"
            : null;

    // What a process may use is inherited from the one that starts it (sched_setaffinity(2)).
    private sealed class WideAffinity(string taskset) : RunEnvironment
    {
        public override ProcessStartInfo Place(ProcessStartInfo info)
        {
            string[] words = ["-c", ProcessorLists.OnlineText, info.FileName, .. info.ArgumentList];
            info.FileName = taskset;
            info.ArgumentList.Clear();
            Array.ForEach(words, info.ArgumentList.Add);
            return info;
        }
    }
}
