using Fathom.Cli.Settings;

namespace Fathom.Cli.Commands.Loads.Requests;

/// <summary>Reads the method as users write it.</summary>
internal static class LoadMethodPath
{
    /// <summary><c>package.Service/Method</c>; a dot before the method works too, and a slash at the start.</summary>
    public static string Read(SettingValue? call)
    {
        if (call is null)
        {
            throw CommandException.Usage("--call is missing: the method to call, such as --call fathom.echo.Echo/Unary");
        }

        var text = call.Text.TrimStart('/');
        var end = text.Contains('/', StringComparison.Ordinal) ? text.IndexOf('/', StringComparison.Ordinal) : text.LastIndexOf('.');
        return end > 0 && end < text.Length - 1 && text.All(c => c is > ' ' and < '\x7f') && text.Count(c => c == '/') <= 1
            ? $"/{text[..end]}/{text[(end + 1)..]}"
            : throw CommandException.Usage($"{call.Where}: '{call.Text}' is not a method; accepted: package.Service/Method");
    }
}
