using Fathom.Doctor.Interventions;
using Fathom.Diagnosis.Observations;

namespace Fathom.Doctor;

/// <summary>Runs one program, and measures what it calls: all that a doctor measures of it.</summary>
internal interface IProgramRunner
{
    /// <summary>Runs it to its end.</summary>
    /// <param name="change">What is changed around it; null for nothing.</param>
    /// <param name="watch">Whether to watch it.</param>
    /// <param name="cancellation">Ends the run and the program.</param>
    /// <exception cref="DoctorException">It cannot be started.</exception>
    /// <exception cref="RunEnvironmentException">This machine cannot make the change.</exception>
    Task<ProgramOutcome> RunAsync(Intervention? change, bool watch, CancellationToken cancellation);

    /// <summary>Measures the longest round trip to what it called.</summary>
    /// <param name="seen">What was seen of it.</param>
    /// <param name="cancellation">Ends the attempt.</param>
    /// <returns>The observation; none where it called nothing, or nothing that answers PING.</returns>
    Task<IReadOnlyList<Observation>> MeasureAsync(IReadOnlyList<Observation> seen, CancellationToken cancellation);
}
