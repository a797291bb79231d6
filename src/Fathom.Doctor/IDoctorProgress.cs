namespace Fathom.Doctor;

/// <summary>Learns what a doctor asks, and why.</summary>
public interface IDoctorProgress
{
    /// <summary>A step begins.</summary>
    /// <param name="sentence">What is asked, and why.</param>
    void Asks(string sentence);
}
