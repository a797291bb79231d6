namespace Fathom.Lab.Doctor;

/// <summary>A program that cannot be examined: it does not start, or fails in every run. The message says what happened and what to
/// do.</summary>
public sealed class DoctorException(string message, Exception? inner = null) : Exception(message, inner);
