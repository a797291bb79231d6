namespace Fathom.Cli.Settings;

/// <summary>A value as the user wrote it, to be checked by whoever knows its form.</summary>
/// <param name="Value">What was written.</param>
/// <param name="Where">Where: the flag, the variable, or the file and the name in it.</param>
internal sealed record Written(string Value, string Where);
