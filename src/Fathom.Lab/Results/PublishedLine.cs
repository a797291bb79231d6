namespace Fathom.Lab.Results;

/// <summary>What was measured of a trial, told in the form in which a study's figures were published: for whoever lays the two side by
/// side.</summary>
/// <param name="Trial">Id of the trial.</param>
/// <param name="Text">The line.</param>
public sealed record PublishedLine(string Trial, string Text);
