using Fathom.Doctor;

namespace Fathom.Cli.Rendering;

/// <summary>Shows what a doctor asks, and why: a line each.</summary>
internal sealed class DoctorProgress(FathomConsole console, bool quiet) : IDoctorProgress
{
    public void Asks(string sentence)
    {
        if (!quiet)
        {
            console.Error.WriteLine($"doctor: {sentence}");
        }
    }
}
