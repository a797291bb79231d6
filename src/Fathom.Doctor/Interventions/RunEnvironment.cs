using System.Diagnostics;
using Fathom.Diagnosis.Observations;
using Fathom.Machines.Prerequisites;

namespace Fathom.Doctor.Interventions;

/// <summary>
/// What is set around one run of a program beside its environment, and undone when it is disposed. Owned by the run. By default nothing is.
/// </summary>
public class RunEnvironment : IAsyncDisposable
{
    /// <summary>Whether the program cannot be watched within it.</summary>
    public virtual bool HidesRuntime => false;

    /// <summary>Starts a program within it.</summary>
    /// <param name="info">How it would be started without.</param>
    /// <exception cref="System.ComponentModel.Win32Exception">It cannot be started.</exception>
    /// <exception cref="ArgumentException">It, or what starts it there, is a bare name, which would be looked for in the current folder
    /// before PATH.</exception>
    public Process Start(ProcessStartInfo info)
    {
        var placed = Place(info);
        return ExecutableSearch.IsBareName(placed.FileName)
            ? throw new ArgumentException($"'{placed.FileName}' is no path", nameof(info)) : Process.Start(placed)!;
    }

    /// <summary>How the program is started within it.</summary>
    /// <param name="info">How it would be started without.</param>
    public virtual ProcessStartInfo Place(ProcessStartInfo info) => info;

    /// <summary>What the environment itself shows, after the program has ended.</summary>
    public virtual Task<IReadOnlyList<Observation>> ObserveAsync() => Task.FromResult<IReadOnlyList<Observation>>([]);

    /// <inheritdoc/>
    public virtual ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        return ValueTask.CompletedTask;
    }
}

/// <summary>A change around a program that this machine or user cannot make. The message says why, as a clause.</summary>
public sealed class RunEnvironmentException(string message, Exception? inner = null) : Exception(message, inner);
