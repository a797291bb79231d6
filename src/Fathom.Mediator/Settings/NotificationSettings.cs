namespace Fathom.Mediator.Settings;

/// <summary>How notifications spread: the section <c>Notifications</c>.</summary>
public sealed class NotificationSettings
{
    /// <summary>How many times a message is passed from node to node at the most, 1 to 255. Default 16.</summary>
    public int MaxHops { get; set; } = 16;

    /// <summary>
    /// How many notifications a node remembers to know them again, 1 to 10,000,000. Default 65,536; where more are on their way at a time,
    /// one may be handled twice.
    /// </summary>
    public int RememberedCount { get; set; } = 65_536;

    /// <summary>How long it remembers them. Default 10 min; one that is on its way for longer may be handled twice.</summary>
    public TimeSpan RememberedFor { get; set; } = TimeSpan.FromMinutes(10);
}
