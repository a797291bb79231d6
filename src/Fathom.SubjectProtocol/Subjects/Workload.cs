namespace Fathom.SubjectProtocol.Subjects;

/// <summary>A workload with its specification, from its warm-up to its figures. The client's loop owns it.</summary>
public interface IWorkload
{
    /// <summary>Does what is not measured. Not called where the runner sends <c>run</c> alone.</summary>
    Task WarmUpAsync();

    /// <summary>Runs the workload and reports.</summary>
    Task<ProcessFigures> RunAsync();

    /// <summary>Releases what the workload holds, such as connections.</summary>
    ValueTask ReleaseAsync() => ValueTask.CompletedTask;
}
